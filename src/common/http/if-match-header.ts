import { ApiHeader } from '@nestjs/swagger';
import { commonErrors } from '../errors/common.errors';

const IF_MATCH_MAX_LENGTH = 100;

/** Documents the header on a route that checks versions. */
export function ifMatchHeader(): MethodDecorator {
  return ApiHeader({
    name: 'if-match',
    required: false,
    description:
      'The `version` of the record that the change was made from. When the record has another one by now, the answer ' +
      'is 409 `CHANGED_MEANWHILE` with the present `version`, and nothing is changed. Without it, nothing is compared.',
    schema: { type: 'string', maxLength: IF_MATCH_MAX_LENGTH },
  });
}

/**
 * The version in an `If-Match` header, with or without the quotes of an entity tag; `*` stands for any.
 * @throws VALIDATION_FAILED (400)
 */
export function readIfMatch(value: string | undefined): string | undefined {
  if (value === undefined || value.trim() === '*') return undefined;
  const version = value.trim().replace(/^(?:W\/)?"(.*)"$/, '$1');
  if (/^[\x21-\x7e]+$/.test(version) && version.length <= IF_MATCH_MAX_LENGTH && !version.includes(',')) return version;
  const message = 'must be one version, as the record shows it';
  throw commonErrors.VALIDATION_FAILED(`The header if-match ${message}.`, { errors: [{ field: 'if-match', message }] });
}
