#!/usr/bin/env node
// Builds whatever has changed in the repository, then runs the program.
import '../../../tools/build.mjs';

await import('../dist/main.js');
