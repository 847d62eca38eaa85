import type { CsvRecord } from './csv-records';
import { boundedReason, RecordFields } from './record-fields';

/** The most lines of one owner, such as the instalments of a loan. */
const GROUP_LINES_MAX = 1_000;

/** Lines of a file that follow each other and name the same owner. */
export interface LineGroup {
  key: string;
  /** The first line. */
  line: number;
  /** How many lines. */
  lines: number;
  /** What each line states. */
  items: unknown[];
  /** Names the faulty lines and what is wrong with them; null when nothing is. */
  refusal: string | null;
}

/** Groups the records of a file by their owner, in constant memory. One faulty line refuses its whole group. */
export async function* lineGroups(
  records: AsyncIterable<CsvRecord>,
  column: string,
  itemOf: (fields: RecordFields) => unknown,
): AsyncGenerator<LineGroup> {
  let group: (LineGroup & { faults: string[] }) | undefined;
  for await (const { line, fields: values } of records) {
    const fields = new RecordFields(values);
    const key = fields.text(column, 60);
    if (group && group.key !== key) {
      yield closed(group);
      group = undefined;
    }
    group ??= { key, line, lines: 0, items: [], refusal: null, faults: [] };
    group.lines += 1;
    if (group.lines > GROUP_LINES_MAX) {
      if (group.lines === GROUP_LINES_MAX + 1) group.faults.push(`${key} has more than ${GROUP_LINES_MAX} lines.`);
      continue;
    }
    group.items.push(itemOf(fields));
    const refusal = fields.refusal();
    if (refusal !== null && group.faults.length < 10) group.faults.push(`Line ${line}: ${refusal}`);
  }
  if (group) yield closed(group);
}

function closed({ faults, ...group }: LineGroup & { faults: string[] }): LineGroup {
  return { ...group, refusal: faults.length === 0 ? null : boundedReason(faults.join(' ')) };
}
