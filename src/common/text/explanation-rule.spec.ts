import { validateSync } from 'class-validator';
import { IsExplanation } from './explanation-rule';

class DecisionBody {
  @IsExplanation(20)
  note: unknown;
}

const isAccepted = (note: unknown): boolean => validateSync(Object.assign(new DecisionBody(), { note })).length === 0;

describe('an explanation', () => {
  it.each(['Seen.', 'One line\nand more', '  Indented', '😀'.repeat(20)])('may be %j', (note) =>
    expect(isAccepted(note)).toBe(true),
  );

  it.each(['', ' ', '\n\t', '\u200b\u2060', '\u00a0', 'x'.repeat(21), 7, null, undefined])('may not be %j', (note) =>
    expect(isAccepted(note)).toBe(false),
  );
});
