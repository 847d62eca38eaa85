import { isISO8601 } from 'class-validator';
import { fieldRule } from '../openapi/documented-rule';

/**
 * True for a text in ISO 8601 that names a time. The grammar alone also has texts that name none, such as
 * `2026-11-21T24:00.5Z`, and forms that JavaScript does not read, such as `2026-W47`.
 */
export function isInstantText(value: unknown): value is string {
  return typeof value === 'string' && isISO8601(value, { strict: true }) && !Number.isNaN(Date.parse(value));
}

/** Property decorator for a time in a request, or a date, as text in ISO 8601. */
export function IsInstant(): PropertyDecorator {
  return fieldRule({
    name: 'isInstant',
    schema: { type: 'string', format: 'date-time' },
    validate: isInstantText,
    expected: 'a time that exists, such as 2026-11-21T10:00:00Z',
  });
}
