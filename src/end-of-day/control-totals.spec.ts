import { type ControlTotals, isBalanced, plusTotals, sameTotals } from './control-totals';

const totals = (debitsKobo: string, creditsKobo: string, entries: string): ControlTotals => ({
  debitsKobo,
  creditsKobo,
  entries,
});

describe('control totals', () => {
  it('balance when debits equal credits', () => {
    expect([isBalanced(totals('100', '100', '2')), isBalanced(totals('100', '99', '2'))]).toEqual([true, false]);
  });

  it('add and subtract amounts beyond the range of a number', () => {
    const before = totals('90071992547409930', '90071992547409931', '7');
    const moved = totals('1', '2', '3');
    expect(plusTotals(before, moved)).toEqual(totals('90071992547409931', '90071992547409933', '10'));
    expect(plusTotals(plusTotals(before, moved), moved, -1)).toEqual(before);
  });

  it.each([
    [totals('1', '1', '2'), true],
    [totals('2', '1', '2'), false],
    [totals('1', '2', '2'), false],
    [totals('1', '1', '3'), false],
  ])('%p is the same as 1, 1, 2: %p', (other, same) => {
    expect(sameTotals(totals('1', '1', '2'), other)).toBe(same);
  });
});
