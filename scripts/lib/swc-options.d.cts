import type { Options } from '@swc/core';

declare function swcOptions(syntax: 'typescript' | 'ecmascript'): Options;
export = swcOptions;
