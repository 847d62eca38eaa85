import type { RouteScope } from '../../common/http/client-scopes';
import { koboToNaira } from '../../common/money/naira';
import type { EventRow } from '../event-part';

/** The form of a field of an event's data. `kobo` is shown in Naira. */
export type FieldForm = 'text' | 'kobo' | 'instant' | 'date' | 'integer' | 'boolean' | 'posting';

/** A field of the data of an event, made from one column of the row. */
export interface EventField {
  name: string;
  column: string;
  form: FieldForm;
  description: string;
  example: string | number | boolean;
  /** True where the row may not have the column, or where it may be null: the field is then null. */
  nullable: boolean;
  /** Another column; the field is null in rows without it, whose column of this name means something else. */
  onlyWith?: string;
}

/** The events of one kind of resource: one scope, one resource, the same fields. */
export interface EventFamily {
  /** The scope without which an API client gets none of these events. */
  scope: RouteScope;
  /** The kind of resource in the body, such as `loan`. */
  resource: string;
  /** The column that identifies the resource; deliveries of one resource are made in order. */
  resourceColumn: string;
  fields: readonly EventField[];
  /** The meaning of each type, by its name. */
  types: Readonly<Record<string, string>>;
  /** True where only the API client that made the request gets the events. */
  ownOnly?: true;
}

/** One type of event. */
export interface EventType extends Omit<EventFamily, 'types'> {
  type: string;
  description: string;
}

/** A field that is always there. */
export function field(
  name: string,
  column: string,
  form: FieldForm,
  example: EventField['example'],
  description: string,
): EventField {
  return { name, column, form, description, example, nullable: false };
}

/** A field that can be null. */
export function optionalField(...parts: Parameters<typeof field>): EventField {
  return { ...field(...parts), nullable: true };
}

/** The value of a field as the body shows it: Naira, ISO 8601 in UTC, or the value itself. */
function shown(form: FieldForm, value: string | number | boolean): unknown {
  switch (form) {
    case 'kobo':
      return koboToNaira(BigInt(value));
    case 'instant':
      return new Date(value as string).toISOString();
    case 'integer':
      return Number(value);
    case 'posting':
      return `PST${String(value).padStart(12, '0')}`;
    case 'text':
      return String(value);
    default:
      return value;
  }
}

/** The data of an event. A column that the row does not have is null. */
export function eventData(fields: readonly EventField[], row: EventRow): Record<string, unknown> {
  return Object.fromEntries(
    fields.map(({ name, column, form, onlyWith }) => {
      const isMeant = onlyWith === undefined || onlyWith in row;
      const value = (isMeant ? row[column] : undefined) ?? null;
      return [name, value === null ? null : shown(form, value)];
    }),
  );
}
