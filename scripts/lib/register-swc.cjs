// Lets plain Node `require` TypeScript files, with stack traces that point into them. Also usable as `node -r`.
const { readFileSync } = require('node:fs');
const { transformSync } = require('@swc/core');
const swcOptions = require('./swc-options.cjs');

process.setSourceMapsEnabled(true);
require.extensions['.ts'] = (module, filename) => {
  const { code } = transformSync(readFileSync(filename, 'utf8'), { ...swcOptions('typescript'), filename });
  module._compile(code, filename);
};
