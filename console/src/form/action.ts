import type { ReactNode } from 'react';
import { type Answer, type BodyOf, type IsVersioned, type OperationId, permissionOf } from '../api/client';
import type { Choices } from './choices';
import type { Fields } from './fields';

/** A secret that the API shows once. */
export interface ShownSecret {
  label: string;
  value: string;
  /** The instruction for its reader, where it is not to be copied and kept. */
  note?: string;
}

/** A file inside an answer of the API; its content is a data URL. */
export interface AnswerFile {
  fileName: string;
  mimeType: string;
  document: string;
}

/**
 * Something that a member of staff can do: one operation of the API with its form. The form's fields, bounds and help
 * come from the API's document; here stands only what the document does not know.
 *
 * @template R the record that the action is about.
 */
export interface Action<R = unknown> {
  operation: OperationId;
  /** Its name in the address, where a page has two actions of one operation. */
  name?: string;
  /** On the button and above the form: a verb and its object. */
  title: string;
  /** Above the confirming button where it should differ from the title. */
  confirm?: string;
  /** True where the act cannot be taken back, or stops a customer. */
  isDanger?: boolean;
  /** The parameters of the address, from the record and from what was entered. */
  path?: (record: R, values: Record<string, unknown>) => Record<string, string | number>;
  /** Fields of the body that the record gives. */
  fixed?: (record: R) => Record<string, unknown>;
  /** Values with which the form starts. */
  initial?: (record: R) => Record<string, unknown>;
  /** The fields of the form, in order; without it, all fields of the body that are not fixed. */
  fields?: readonly string[];
  /** Fields of the form where they follow from the record instead of the document; `body` then makes the request. */
  form?: (record: R) => Fields;
  /** The body of the request, from the values of the form; without it, the values are the body. */
  body?: (values: Record<string, unknown>, record: R) => Record<string, unknown>;
  /** Names of fields where the document's would not be understood. */
  labels?: Record<string, string>;
  /** Values to choose from, by the name of a field. */
  choices?: Record<string, Choices<R>>;
  /** Fields whose emptying clears the value of the record instead of leaving it as it is. */
  clears?: readonly string[];
  /** Fields for longer texts. */
  longTexts?: readonly string[];
  /** The consequences, in words, above the confirming button. */
  consequence?: (record: R) => ReactNode;
  /** The version of the record that was read; a record that has changed since is refused. */
  version?: (record: R) => number | string | undefined;
  /** Why it cannot be done now; null when it can. */
  reason?: (record: R) => string | null;
  /** True for a record that the action concerns at all. */
  isFor?: (record: R) => boolean;
  done: string;
  secret?: (answer: never) => ShownSecret | undefined;
  /** The file of the answer, which the browser saves. */
  file?: (answer: never) => AnswerFile | undefined;
  /** The page with a form of the action's own, instead of the dialog. */
  page?: string;
  /** The page to open afterwards. */
  opens?: (answer: never) => string | undefined;
}

interface CheckedAction<Id extends OperationId, R> extends Omit<
  Action<R>,
  'operation' | 'fixed' | 'fields' | 'secret' | 'file' | 'opens' | 'clears'
> {
  operation: Id;
  fixed?: (record: R) => Partial<BodyOf<Id>>;
  fields?: readonly (keyof BodyOf<Id> & string)[];
  clears?: readonly (keyof BodyOf<Id> & string)[];
  secret?: (answer: Answer<Id>) => ShownSecret | undefined;
  file?: (answer: Answer<Id>) => AnswerFile | undefined;
  opens?: (answer: Answer<Id>) => string | undefined;
}

/** Where the operation compares versions, the action gives the one that was read, and overwrites no other change. */
type VersionRead<Id extends OperationId, R> =
  IsVersioned<Id> extends true ? Required<Pick<Action<R>, 'version'>> : object;

type TypedAction<Id extends OperationId, R> = CheckedAction<Id, R> & VersionRead<Id, R>;

/** Declares an action; names of fields are checked against the API's document. */
export function action<R = unknown>() {
  return <Id extends OperationId>(declared: TypedAction<Id, R>): Action<R> => declared;
}

/** The name of an action in the address. */
export function nameOf({ name, operation }: Action<never>): string {
  return name ?? operation;
}

/** The permission that an action needs. */
export function permissionOfAction({ operation }: Action<never>): string | null {
  return permissionOf(operation);
}

/** The version of a record that was read, where the API tells one. */
export function versionOf(record: object): string | undefined {
  return 'version' in record && typeof record.version === 'string' ? record.version : undefined;
}
