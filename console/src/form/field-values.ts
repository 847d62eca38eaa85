import { instantOf, zonedText } from '../rules/dates';
import { readNaira } from '../rules/naira';
import type { Field, Fields } from './fields';

/** The contents of a form's inputs: texts, ticks, and the same inside objects and rows. */
export type InputValue = string | boolean | undefined | InputValues | InputValue[];
export interface InputValues {
  [name: string]: InputValue;
}

/** The text of a list of short values: one a line. */
const isLines = (field: Field): boolean => field.k === 'array' && field.i?.k !== 'object' && !field.i?.o;

/** The inputs for a value of the API; points in time are shown in the zone. */
export function inputOf(field: Field, value: unknown, zone: string): InputValue {
  if (field.k === 'boolean')
    return typeof value === 'boolean' ? value : typeof field.def === 'boolean' ? field.def : undefined;
  if (field.k === 'object') return inputsOf(field.f ?? {}, (value ?? {}) as Record<string, unknown>, zone);
  if (field.k === 'array') {
    const items = Array.isArray(value) ? (value as unknown[]) : [];
    if (isLines(field)) return items.join('\n');
    return items.map((item) => inputOf(field.i!, item, zone));
  }
  if (value === undefined || value === null) return '';
  if (field.k === 'json') return JSON.stringify(value, null, 2);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return field.k === 'time' ? zonedText(text, zone) : text;
}

/** The inputs of a form's fields for the values of a record. */
export function inputsOf(fields: Fields, values: Record<string, unknown>, zone: string): InputValues {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, inputOf(field, values[name], zone)]));
}

/**
 * The value that the API takes, from an input; undefined when nothing was entered. A text that is not what the kind
 * asks for is sent as it is, so that the server names the fault.
 */
export function valueOf(field: Field, input: InputValue, zone: string): unknown {
  if (field.k === 'boolean') return typeof input === 'boolean' ? input : undefined;
  if (field.k === 'object') {
    if (!field.r && !hasInput(input)) return undefined;
    const values = valuesOf(field.f ?? {}, (input ?? {}) as InputValues, zone);
    return Object.keys(values).length > 0 || field.r ? values : undefined;
  }
  if (field.k === 'array') {
    const items = isLines(field) ? linesOf(input) : Array.isArray(input) ? input : [];
    if (items.length === 0 && !field.r) return undefined;
    return items.map((item) => valueOf(field.i ?? { k: 'string' }, item, zone)).filter((item) => item !== undefined);
  }
  const text = typeof input === 'string' ? input.trim() : '';
  if (text === '') return undefined;
  if (field.k === 'json') return readJson(text) ?? text;
  if (field.k === 'naira') return readNaira(text) ?? text;
  if (field.k === 'time') return instantOf(text, zone);
  const isNumber = field.k === 'number' || field.k === 'integer' || typeof field.o?.[0] === 'number';
  return isNumber && !Number.isNaN(Number(text)) ? Number(text) : text;
}

/** True when something was entered, in an input or anywhere below it. */
export function hasInput(input: InputValue): boolean {
  if (Array.isArray(input)) return input.length > 0;
  if (typeof input === 'object') return Object.values(input).some(hasInput);
  return typeof input === 'string' ? input.trim() !== '' : input === true;
}

/** The object of a JSON text; undefined where the text is not one. */
function readJson(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function linesOf(input: InputValue): string[] {
  return typeof input === 'string'
    ? input
        .split(/[\n,]+/)
        .map((line) => line.trim())
        .filter(Boolean)
    : [];
}

/** The body of a request from the inputs of its fields; what was left empty is left out. */
export function valuesOf(fields: Fields, inputs: InputValues, zone: string): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields)
      .map(([name, field]) => [name, valueOf(field, inputs[name], zone)] as const)
      .filter(([, value]) => value !== undefined),
  );
}

/**
 * The fault of an input, in words; undefined when it may be sent. It repeats the document's rules so that a person
 * learns of a fault while typing; the server checks them again.
 */
export function faultOf(field: Field, input: InputValue): string | undefined {
  if (field.k === 'boolean' || field.k === 'object') return undefined;
  if (field.k === 'array') return field.r && isEmptyList(input) ? 'Enter at least one.' : undefined;
  const text = typeof input === 'string' ? input.trim() : '';
  if (text === '') return field.r ? 'Required.' : undefined;
  if (field.k === 'json') return readJson(text) ? undefined : 'JSON in braces, with quotes around names and texts.';
  if (field.k === 'naira') return nairaFault(field, readNaira(text));
  if (field.k === 'number' || field.k === 'integer') return numberFault(field, Number(text));
  // The pattern of a point in time is that of the API's text, which the input does not hold.
  if (field.k === 'time') return undefined;
  if (field.minLen !== undefined && text.length < field.minLen) return `At least ${field.minLen} characters.`;
  if (field.len !== undefined && text.length > field.len) return `At most ${field.len} characters.`;
  if (field.pat && !new RegExp(field.pat, 'u').test(text)) return 'Not in the expected form.';
  return undefined;
}

function isEmptyList(input: InputValue): boolean {
  return Array.isArray(input) ? input.length === 0 : !input;
}

function nairaFault(field: Field, amount: number | undefined): string | undefined {
  if (amount === undefined) return 'An amount in Naira with at most two decimals, for example 2,500.00.';
  return numberFault(field, amount);
}

function numberFault({ k, min, max }: Field, value: number): string | undefined {
  if (Number.isNaN(value)) return 'A number.';
  if (k === 'integer' && !Number.isInteger(value)) return 'A whole number.';
  if (min !== undefined && value < min) return `At least ${min.toLocaleString('en-NG')}.`;
  if (max !== undefined && value > max) return `At most ${max.toLocaleString('en-NG')}.`;
  return undefined;
}
