#!/usr/bin/env node
// Plain JavaScript for any Node version: it refuses an old one before newer syntax fails with an unclear error.
import '../../scripts/require-node.js';

await import('./main.ts');
