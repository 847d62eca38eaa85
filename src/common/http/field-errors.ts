import type { ValidationError } from 'class-validator';

/** One invalid field of a request: `message` continues the field's name. */
export interface FieldError {
  /** Such as `amount` or `entries[2].account`. */
  field: string;
  message: string;
}

/** Greatest number of errors that one answer names; a caller who has more fixes these first. */
export const FIELD_ERRORS_MAX = 20;

/** Rules about the type of a field. When one fails, the other rules of the field are left out. */
const KIND_RULES = ['isString', 'isInt', 'isNumber', 'isBoolean', 'isArray', 'isObject'];

/** Words of the library's messages, and those of this API. */
const WORDS: readonly (readonly [string, string])[] = [
  ['must be an integer number', 'must be a whole number'],
  ['must be a number conforming to the specified constraints', 'must be a number'],
  ['must be an email', 'must be an e-mail address'],
  ['should not be empty', 'must not be empty'],
];

/** The library's message about a value in the place of an object, alone or in a list. */
const NO_OBJECT = /^(each value in )?nested property \S+ must be either object or array$/;

/**
 * The violations of the DTO rules, as one list in the order of the fields. Within a field they keep the order in which
 * the DTO declares the rules: its type before its length.
 */
export function fieldErrors(errors: ValidationError[], prefix = ''): FieldError[] {
  return errors.flatMap((error) => {
    const { property, children } = error;
    const field = /^\d+$/.test(property)
      ? `${prefix}[${property}]`
      : prefix === ''
        ? property
        : `${prefix}.${property}`;
    const { messages, isWrongKind } = ownMessages(error);
    const own = messages.map((message) => ({ field, message }));
    return isWrongKind ? own : [...own, ...fieldErrors(children ?? [], field)];
  });
}

function ownMessages({ property, constraints = {}, value }: ValidationError): {
  messages: string[];
  isWrongKind: boolean;
} {
  if ('whitelistValidation' in constraints) return { messages: ['is not a known field'], isWrongKind: true };
  // Decorators run from the last to the first, and class-validator keeps their order.
  const rules = Object.entries(constraints).reverse();
  if (rules.length === 0) return { messages: [], isWrongKind: false };
  if (value === undefined) return { messages: ['is required'], isWrongKind: true };
  if (value === null) return { messages: ['must not be null'], isWrongKind: true };
  const kind = rules.find(([rule]) => KIND_RULES.includes(rule));
  const spoken = kind ? [kind] : rules;
  return {
    messages: spoken.map(([, message]) =>
      inOurWords(message)
        .replace(NO_OBJECT, 'must be an object')
        .replace(`All ${property}'s elements must be unique`, 'must not have an element twice')
        .replace(`in ${property} `, '')
        .replace(`${property} `, ''),
    ),
    isWrongKind: kind !== undefined,
  };
}

function inOurWords(message: string): string {
  return WORDS.reduce((said, [library, ours]) => said.replace(library, ours), message);
}
