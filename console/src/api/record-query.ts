import { queryOptions } from '@tanstack/react-query';
import { type OperationId, read, type TypedInput } from './client';
import { OPERATIONS } from './operations.gen';

/** The path of an operation whose address has nothing but the record's id to fill in. */
function pathOf<Id extends OperationId>(operation: Id, id: string): TypedInput<Id>['path'] {
  const [, parameter] = /\{(\w+)\}/.exec(OPERATIONS[operation][1])!;
  return { [parameter!]: id } as TypedInput<Id>['path'];
}

/** The read of one record, which its page and the loader of its route share. */
export function recordQuery<Id extends OperationId>(operation: Id, id: string) {
  return queryOptions({
    queryKey: [operation, id],
    queryFn: ({ signal }) => read(operation, { path: pathOf(operation, id), signal }),
  });
}
