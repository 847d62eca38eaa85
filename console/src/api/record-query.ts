import { queryOptions } from '@tanstack/react-query';
import { label } from '../rules/words';
import { type Answer, type OperationId, read, type TypedInput } from './client';
import numberedRecords from './numbered-records.json';
import { OPERATIONS } from './operations.gen';
import { Problem } from './problem';

/** Where an address may name a record by a number that staff know, instead of its id: the list that finds it. */
const NUMBERED: Partial<Record<OperationId, { pattern: string; list: string; filter: string }[]>> = numberedRecords;

/** The path of an operation whose address has nothing but the record's id to fill in. */
function pathOf<Id extends OperationId>(operation: Id, id: string): TypedInput<Id>['path'] {
  const [, parameter] = /\{(\w+)\}/.exec(OPERATIONS[operation][1])!;
  return { [parameter!]: id } as TypedInput<Id>['path'];
}

/** The read of one record, which its page and the loader of its route share. */
export function recordQuery<Id extends OperationId>(operation: Id, id: string) {
  return queryOptions({
    queryKey: [operation, id],
    queryFn: async ({ signal }) => {
      const numbered = NUMBERED[operation]?.find(({ pattern }) => new RegExp(pattern).test(id));
      if (!numbered) return read(operation, { path: pathOf(operation, id), signal });
      const found = await read(numbered.list as OperationId, { query: { [numbered.filter]: id }, signal });
      const [record] = (found as { data: Answer<Id>[] }).data;
      const kind = label(operation.replace('get', '')).toLowerCase();
      if (!record) throw new Problem(404, 'NOT_FOUND', `There is no ${kind} ${id}.`);
      return record;
    },
  });
}
