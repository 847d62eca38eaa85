import { type ArgumentMetadata, Injectable, type PipeTransform, type Type } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { getMetadataStorage, IS_IN, validateSync, ValidationTypes } from 'class-validator';
import type { AppError } from '../errors/app-error';
import { commonErrors } from '../errors/common.errors';
import { relationsOf } from '../openapi/field-relations.decorator';
import { boundErrors, knownFields } from './body-bounds';
import { requiresBody } from './body-required.decorator';
import { FIELD_ERRORS_MAX, type FieldError, fieldErrors } from './field-errors';
import { withFirstElements } from './first-elements';
import { ignoresUnknownFields } from './ignore-unknown-fields.decorator';
import { nestedShapeErrors } from './nested-shapes';

/** 400 that names the invalid fields, the first twenty when there are more. */
export function validationFailed(allErrors: FieldError[]): AppError {
  const errors = allErrors.slice(0, FIELD_ERRORS_MAX);
  const first = errors[0];
  return commonErrors.VALIDATION_FAILED(first ? `${first.field} ${first.message}.` : undefined, { errors });
}

/**
 * class-validator searches the rules of every class of the program at each validation. Classes declare their rules
 * once, when they are loaded, so they are read once here.
 */
function rememberRules(): void {
  const storage = getMetadataStorage();
  const lookUp = storage.getTargetValidationMetadatas.bind(storage);
  const known = new Map<unknown, ReturnType<typeof lookUp>>();
  storage.getTargetValidationMetadatas = (target, ...options) => {
    let rules = known.get(target);
    if (!rules) known.set(target, (rules = lookUp(target, ...options)));
    return rules;
  };
}

rememberRules();

const propertyNames = new Map<Type<unknown>, Map<string, string>>();

/** The query class's property names by their lower case, because query names are accepted in any case. */
function knownNames(type: Type<unknown>): Map<string, string> {
  let names = propertyNames.get(type);
  if (!names) {
    const metadata = getMetadataStorage().getTargetValidationMetadatas(type, '', false, false);
    names = new Map(metadata.map(({ propertyName }) => [propertyName.toLowerCase(), propertyName]));
    propertyNames.set(type, names);
  }
  return names;
}

const listedWords = new Map<Type<unknown>, Map<string, Map<string, string>>>();

/**
 * The values of a query class's enumerated properties by their lower case, because callers send both `asc` and `ASC`.
 */
function wordsOf(type: Type<unknown>, name: string): Map<string, string> | undefined {
  let words = listedWords.get(type);
  if (!words) {
    const lists = getMetadataStorage()
      .getTargetValidationMetadatas(type, '', false, false)
      .filter((rule) => rule.name === IS_IN);
    words = new Map(
      lists.map(({ propertyName, constraints }) => [
        propertyName,
        new Map((constraints[0] as unknown[]).map((word) => [String(word).toLowerCase(), String(word)])),
      ]),
    );
    listedWords.set(type, words);
  }
  return words.get(name);
}

const flatClasses = new Map<Type<unknown>, boolean>();

/** Classes without nested objects are filled directly; class-transformer fills the others. */
function instanceOf(type: Type<unknown>, plain: Record<string, unknown>): object {
  let isFlat = flatClasses.get(type);
  if (isFlat === undefined) {
    const metadata = getMetadataStorage().getTargetValidationMetadatas(type, '', false, false);
    isFlat = !metadata.some((rule) => rule.type === ValidationTypes.NESTED_VALIDATION);
    flatClasses.set(type, isFlat);
  }
  return isFlat ? Object.assign(new type() as object, plain) : (plainToInstance(type, plain) as object);
}

/**
 * Converts query text into the declared type; a value that is not exactly of that type stays text and fails validation.
 */
function queryValue(text: string, declared: unknown): unknown {
  if (declared === Number && /^-?\d{1,15}(\.\d{1,2})?$/.test(text)) return Number(text);
  if (declared === Boolean && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}

function readQuery(type: Type<unknown>, raw: Record<string, unknown>): Record<string, unknown> {
  const names = knownNames(type);
  const query: Record<string, unknown> = {};
  const errors: FieldError[] = [];
  for (const [key, value] of Object.entries(raw)) {
    const name = names.get(key.toLowerCase());
    if (name === undefined) errors.push({ field: key.slice(0, 100), message: 'is not a known query parameter' });
    else if (typeof value !== 'string' || name in query) errors.push({ field: name, message: 'must be sent once' });
    else if (value === '') errors.push({ field: name, message: 'must not be empty' });
    else
      query[name] = queryValue(
        wordsOf(type, name)?.get(value.toLowerCase()) ?? value,
        Reflect.getMetadata('design:type', type.prototype as object, name),
      );
  }
  if (errors.length > 0) throw validationFailed(errors);
  return query;
}

/**
 * Text that the database cannot store would abort a whole batch, so it is refused here; bodies are checked by their
 * parser.
 */
function assertStorableText(values: Record<string, unknown>): void {
  for (const [field, value] of Object.entries(values)) {
    if (typeof value === 'string' && (!value.isWellFormed() || value.includes('\0'))) {
      throw validationFailed([{ field, message: 'must be well-formed text' }]);
    }
  }
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * A body whose size allows its fields to be validated one by one (`docs/api/conventions.md#fields-and-bodies`).
 * @throws VALIDATION_FAILED (400) for lists that are too long and for many unknown keys
 */
function boundedBody(type: Type<unknown>, body: Record<string, unknown>): Record<string, unknown> {
  const ignoresUnknown = ignoresUnknownFields(type);
  const errors = boundErrors(type, body, ignoresUnknown);
  if (errors.length > 0) throw validationFailed(errors);
  return ignoresUnknown ? knownFields(type, body) : body;
}

/** @throws VALIDATION_FAILED (400) when a rule of the class is violated */
function assertRules(type: Type<unknown>, instance: object): void {
  const options = { whitelist: true, forbidNonWhitelisted: !ignoresUnknownFields(type), forbidUnknownValues: true };
  const first = flatClasses.get(type) ? instance : withFirstElements(instance);
  for (const part of first === instance ? [instance] : [first, instance]) {
    const errors = validateSync(part, options);
    if (errors.length > 0) throw validationFailed(fieldErrors(errors));
  }
}

/** @throws VALIDATION_FAILED (400) where the end of a period is before its start */
function assertOrder(type: Type<unknown>, values: Record<string, unknown>): void {
  for (const relation of relationsOf(type)) {
    if (relation.rule !== 'not-before') continue;
    const [end, start] = [values[relation.field], values[relation.other]];
    if (typeof end === 'string' && typeof start === 'string' && new Date(end) < new Date(start))
      throw validationFailed([{ field: relation.field, message: `must not be before ${relation.other}` }]);
  }
}

/**
 * Converts body, query and path parameters into their DTO without implicit conversion and refuses undeclared fields
 * (`docs/ARCHITECTURE.md#requests`); for a body class with `@IgnoreUnknownFields` it drops them.
 */
@Injectable()
export class ValidationPipe implements PipeTransform {
  transform(value: unknown, { type, metatype }: ArgumentMetadata): unknown {
    if (type === 'custom' || !metatype) return value;
    if (metatype === String || metatype === Number) {
      assertStorableText({ [String(type)]: value });
      return value;
    }
    // A missing body is one without fields; a body that is `null` is none.
    const given = type === 'body' && value === undefined && !requiresBody(metatype) ? {} : value;
    if (!isPlainObject(given)) throw validationFailed([{ field: 'body', message: 'must be a JSON object' }]);
    if (type !== 'body') assertStorableText(given);
    const plain = type === 'query' ? readQuery(metatype, given) : boundedBody(metatype, given);
    const instance = instanceOf(metatype, plain);
    assertRules(metatype, instance);
    const shapes = flatClasses.get(metatype) ? [] : nestedShapeErrors(instance);
    if (shapes.length > 0) throw validationFailed(shapes);
    assertOrder(metatype, instance as Record<string, unknown>);
    return instance;
  }
}
