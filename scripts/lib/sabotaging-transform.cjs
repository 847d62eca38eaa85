// Compiles as @swc/jest does and takes one promise out of the program first (scripts/sabotage.mjs).
const path = require('node:path');
const swc = require('@swc/jest');
const { sabotaged, SABOTAGES } = require('./sabotages.cjs');

const root = path.resolve(__dirname, '..', '..');
const { edits } = SABOTAGES[process.env.SABOTAGE];

module.exports = {
  createTransformer(options) {
    const inner = swc.createTransformer(options);
    const edited = (source, file) => sabotaged(edits, path.relative(root, file), source);
    return {
      ...inner,
      process: (source, file, transform) => inner.process(edited(source, file), file, transform),
      getCacheKey: (source, file, transform) => inner.getCacheKey(edited(source, file), file, transform),
    };
  },
};
