import type { Integer } from './scenario-movement';

/** Types of the language. `kobo` is an integer that is shown as Naira. */
export type FactType = 'kobo' | 'int' | 'bool' | 'string';

export type FactValue = Integer | boolean | string;
