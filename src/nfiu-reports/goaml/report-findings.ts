import { isCalendarDate } from '../../common/time/calendar';
import type { Field, GoamlNode, GoamlValue, LeafType } from './fields';
import { leafText } from './write-report';

/** Something that a report lacks or that its layout does not take. */
export interface Finding {
  /** Place in the report, such as `transaction[1].t_from_my_client.from_account.client_number`. */
  path: string;
  /** Whose data it is, such as `customer 00000012`; null for the report itself. */
  subject: string | null;
  /** What is wrong and what to do. */
  message: string;
}

/** What the checks know of a place. */
interface Place {
  path: string;
  subject: string | null;
}

const FINDINGS_MAX = 200;
const TIME = /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/;
const EARLIEST = '1753-01-01T00:00:00';

/**
 * What a report needs before it can be written: every missing field, every value that does not fit. Without findings
 * `writeReport` gives XML that the layout takes.
 *
 * @param exactlyOne keys of which one must stand, by the element around them
 * @returns at most 200 findings
 */
export function reportFindings(
  root: Field,
  report: GoamlNode,
  exactlyOne: Readonly<Record<string, readonly (readonly string[])[]>>,
): Finding[] {
  const findings: Finding[] = [];
  const add = ({ path, subject }: Place, message: string): void => {
    if (findings.length < FINDINGS_MAX) findings.push({ path, subject, message });
  };

  function visitNode(element: string, fields: readonly Field[], node: GoamlNode, place: Place): void {
    const subject = node.subject ?? place.subject;
    for (const keys of exactlyOne[element] ?? []) {
      const present = keys.filter((key) => isPresent(node[key]));
      if (present.length !== 1)
        add({ path: place.path, subject }, `has ${present.length} of ${keys.join(', ')}; exactly one must stand.`);
    }
    for (const field of fields) {
      const path = place.path === '' ? field.element : `${place.path}.${field.element}`;
      visitField(field, node, { path, subject });
    }
  }

  function visitField(field: Field, node: GoamlNode, place: Place): void {
    const value = node[field.key];
    if (value === undefined) {
      if (field.isRequired) add(place, missingProblem(field.leaf));
      return;
    }
    if (field.needs !== undefined && node[field.needs] === undefined)
      add(place, `stands only together with ${field.needs}.`);
    if (!field.repeats) return visitValue(field, value, place);
    const values = value as readonly (GoamlNode | string)[];
    if (values.length < field.repeats.min) add(place, 'is missing; record at least one and check the report again.');
    values.forEach((one, index) => {
      visitValue(field, one, { ...place, path: `${place.path}[${index + 1}]` });
    });
  }

  function visitValue({ fields, leaf, item, element }: Field, value: GoamlValue, place: Place): void {
    if (fields) return visitNode(item ?? element, fields, value as GoamlNode, place);
    const problem = leafProblem(leaf!, value as string | number | bigint | boolean);
    if (problem !== undefined) add(place, problem);
  }

  visitNode(root.element, root.fields!, report, { path: '', subject: null });
  return findings;
}

function isPresent(value: GoamlValue): boolean {
  return Array.isArray(value) ? value.length > 0 : value !== undefined;
}

/** The problem of a value; undefined where it fits. */
function leafProblem(type: LeafType, value: string | number | bigint | boolean): string | undefined {
  const text = leafText(type, value);
  switch (type.kind) {
    case 'text':
      return lengthProblem([...text].length, type.min, type.max);
    case 'codes':
      return type.codes.includes(text) ? undefined : `"${text}" is no code of the list; choose one that is.`;
    case 'pattern':
      return type.pattern.test(text) && text.length <= type.max ? undefined : `must be ${type.words}; correct it.`;
    case 'date-time':
      return isDateTime(text) ? undefined : `"${text}" is no date with a time from 1753 on; correct it.`;
    case 'amount':
      return type.mayBeNegative || (value as bigint) >= 0n ? undefined : 'must not be negative.';
    case 'number':
      return Number.isInteger(value) && (value as number) >= type.min && (value as number) <= type.max
        ? undefined
        : `must be a whole number from ${type.min} to ${type.max}.`;
    case 'boolean':
    case 'fixed':
      return undefined;
  }
}

/** Says what to record where the element's name does not: `client_number` is a BVN. */
const missingProblem = (type: LeafType | undefined): string =>
  `is missing; record ${type?.kind === 'pattern' ? type.words : 'it'} and check the report again.`;

function lengthProblem(length: number, min: number, max: number): string | undefined {
  if (length < min) return 'is empty; record it and check the report again.';
  return length > max ? `has ${length} characters; at most ${max} fit, so shorten it.` : undefined;
}

function isDateTime(text: string): boolean {
  const [date, time, ...rest] = text.split('T');
  return rest.length === 0 && isCalendarDate(date) && time !== undefined && TIME.test(time) && text >= EARLIEST;
}
