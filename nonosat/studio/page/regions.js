// The colours of regions: pale, so that what is drawn in them is seen.
import { range } from "../../pages/shared/elements.js";

const PALE = range(12).map((k) => `hsl(${[0, 205, 95, 48, 265, 170, 320, 25, 225, 70, 140, 290][k]} ${k % 2 ? 70 : 60}% ${k < 6 ? 86 : 80}%)`);

export const regionColour = (char) => (char === "." ? "#fff" : PALE[char.codePointAt(0) % 12]);
