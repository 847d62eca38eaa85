import { useQuery } from '@tanstack/react-query';
import { type OperationId, permissionOf, read, type Row } from '../api/client';
import { useSession } from '../app/session';
import { may } from '../rules/permissions';
import type { Field } from './fields';

/** One value to choose. */
export interface Choice {
  value: string;
  text: string;
  help?: string;
  group?: string;
}

/** Rows of a list that offer the values. */
interface ListedChoices {
  operation: OperationId;
  query?: Record<string, string>;
  choice: (row: never) => Choice;
}

/** The document's own values, described. */
interface DescribedChoices {
  each: (value: string) => Choice;
}

export type ChoiceSource = readonly Choice[] | ListedChoices | DescribedChoices;
export type ChoiceSources = Record<string, ChoiceSource | undefined>;
/** Where the values of a field come from; a function gives those of the record. */
export type Choices<R> = ChoiceSource | ((record: R) => ChoiceSource | undefined);

/** Values from the rows of a list. A list of more than 200 rows is not offered; the field is then typed. */
export function listed<Id extends OperationId>(
  operation: Id,
  choice: (row: Row<Id>) => Choice,
  query: Record<string, string> = { PageSize: '200' },
): ChoiceSource {
  return { operation, choice, query };
}

export function sourcesOf<R>(choices: Record<string, Choices<R>> | undefined, record: R): ChoiceSources {
  return Object.fromEntries(
    Object.entries(choices ?? {}).map(([name, source]) => [
      name,
      typeof source === 'function' ? source(record) : source,
    ]),
  );
}

/** The values of a source; undefined while they are read, null where there are none to offer. */
export function useChoices(source: ChoiceSource, field: Field): readonly Choice[] | null | undefined {
  const { permissions } = useSession();
  const isListed = 'operation' in source;
  const isReadable = isListed && may(permissions, permissionOf(source.operation));
  const list = useQuery({
    queryKey: ['choices', isListed && source.operation, isListed && source.query],
    queryFn: async () => {
      if (!isListed) return null;
      const answer = await read(source.operation, { query: source.query });
      return answer as unknown as { data: never[]; recordCount: number };
    },
    enabled: isReadable,
  });
  if ('each' in source) return (field.i?.o ?? field.o ?? []).map((value) => source.each(String(value)));
  if (!isListed) return source;
  if (!isReadable || list.error) return null;
  if (!list.data) return undefined;
  return list.data.recordCount > list.data.data.length ? null : list.data.data.map(source.choice);
}
