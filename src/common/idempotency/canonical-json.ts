/**
 * Writes a value as the one JSON text that every equal value has, after RFC 8785: keys sorted by UTF-16 code units, no
 * white space, numbers and strings as `JSON.stringify` writes them.
 *
 * Members that are undefined are left out. A bigint (an amount in kobo) is written as a string of decimal digits,
 * because a number might not hold it.
 *
 * @param value null, booleans, finite numbers, bigints, strings, and arrays and plain or class objects of these.
 * @throws TypeError for anything else, such as a Date, a Map or undefined in an array: two requests are compared by the
 * text, and a value that JSON drops or empties would make different requests equal.
 */
export function canonicalJson(value: unknown): string {
  if (value === null) return 'null';
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return JSON.stringify(value);
    case 'number':
      if (!Number.isFinite(value)) throw new TypeError('A number that is not finite has no canonical JSON.');
      return String(value);
    case 'bigint':
      return `"${value}"`;
    case 'object':
      return Array.isArray(value) ? canonicalArray(value) : canonicalObject(value);
    default:
      throw new TypeError(`A value of type ${typeof value} has no canonical JSON.`);
  }
}

function canonicalArray(items: unknown[]): string {
  let elements = '';
  // By index, so that a hole is read as undefined and refused.
  for (let index = 0; index < items.length; index += 1)
    elements += `${index === 0 ? '' : ','}${canonicalJson(items[index])}`;
  return `[${elements}]`;
}

function canonicalObject(object: object): string {
  // Instances of request classes count as plain objects; dates, maps and the like have their own tag.
  const tag = Object.prototype.toString.call(object);
  if (tag !== '[object Object]') throw new TypeError(`A value of type ${tag} has no canonical JSON.`);
  let members = '';
  // Keys sort by UTF-16 code units by default.
  for (const key of Object.keys(object).sort()) {
    const value = (object as Record<string, unknown>)[key];
    if (value === undefined) continue;
    members += `${members === '' ? '' : ','}${JSON.stringify(key)}:${canonicalJson(value)}`;
  }
  return `{${members}}`;
}
