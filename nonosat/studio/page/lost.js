"use strict";
// After a reload, this window still knows the token that was in its address.
const token = sessionStorage.getItem("token");
const tried = new URLSearchParams(location.search).get("token");
if (token && token !== tried) location.replace(`/?token=${encodeURIComponent(token)}`);
