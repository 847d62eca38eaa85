import type { Type } from '@nestjs/common';
import { declaredFields } from './declared-fields';

/** So many invalid elements fill an answer. */
const ELEMENTS = 20;

/**
 * The same object with only the first elements of its lists of objects, at every level; the object itself when no list
 * is longer. Validating these first refuses a long list of invalid objects at the cost of a short one.
 */
export function withFirstElements<Body extends object>(body: Body): Body {
  const { nested } = declaredFields(body.constructor as Type<unknown>);
  const cut: Record<string, unknown> = {};
  for (const name of nested.keys()) {
    const value = (body as Record<string, unknown>)[name];
    const first = Array.isArray(value) ? firstElements(value) : firstOf(value);
    if (first !== value) cut[name] = first;
  }
  if (Object.keys(cut).length === 0) return body;
  return Object.assign(Object.create(Object.getPrototypeOf(body) as object) as Body, body, cut);
}

function firstElements(list: unknown[]): unknown[] {
  const first = list.slice(0, ELEMENTS).map(firstOf);
  return first.length === list.length && first.every((element, index) => element === list[index]) ? list : first;
}

function firstOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? withFirstElements(value) : value;
}
