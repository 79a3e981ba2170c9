"""What is done to a Problem before a solver sees it, one file a stage."""
