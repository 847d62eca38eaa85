// One way to turn a source file into CommonJS, for tests and benchmarks alike.

/** @param {'typescript' | 'ecmascript'} syntax */
module.exports = function swcOptions(syntax) {
  const isTypeScript = syntax === 'typescript';
  return {
    swcrc: false,
    jsc: {
      parser: { syntax, ...(isTypeScript ? { decorators: true } : {}) },
      ...(isTypeScript
        ? { transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false } }
        : {}),
      target: 'es2022',
      keepClassNames: true,
    },
    module: { type: 'commonjs' },
    sourceMaps: 'inline',
  };
};
