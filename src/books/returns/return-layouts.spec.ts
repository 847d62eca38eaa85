import { returnLayoutsOf, returnLayoutsViolation, STANDARD_LAYOUTS } from './return-layouts';

const violation = (layouts: unknown): string | undefined => returnLayoutsViolation(JSON.stringify(layouts));
const LINE = { title: 'Cash', category: 'Asset', ledgers: ['10*'] };

describe('layouts of returns', () => {
  it('keep the parts of the program that a value leaves out', () => {
    const layouts = returnLayoutsOf(JSON.stringify({ depositBands: [1_000, 2_000] }));
    expect(layouts).toEqual({ ...STANDARD_LAYOUTS, depositBands: [1_000, 2_000] });
    expect(returnLayoutsOf(undefined)).toEqual(STANDARD_LAYOUTS);
  });

  it.each([
    [{}],
    [{ lines: [LINE] }],
    [{ depositBands: [1, 2, 3] }],
    [{ remittanceDays: { valueAddedTax: 21, stampDuty: 31 } }],
    [{ creditBureau: [{ title: 'BVN', field: 'bvn' }] }],
  ])('accept %j', (layouts) => {
    expect(violation(layouts)).toBeUndefined();
  });

  it.each([
    [{ form: [] }, 'must have only the parts'],
    [{ lines: [{ ...LINE, ledgers: [] }] }, 'must have a title, a category'],
    [{ depositBands: [] }, 'rising amounts'],
    [{ depositBands: [2, 1] }, 'rising amounts'],
    [{ depositBands: [1, 1] }, 'rising amounts'],
    [{ depositBands: [0.5] }, 'rising amounts'],
    [{ depositBands: Array.from({ length: 31 }, (_, index) => index + 1) }, 'rising amounts'],
    [{ remittanceDays: { valueAddedTax: 0 } }, 'days from 1 to 31'],
    [{ remittanceDays: { incomeTax: 21 } }, 'days from 1 to 31'],
    [{ creditBureau: [] }, 'columns with title and field'],
    [{ creditBureau: [{ title: 'Password', field: 'password' }] }, 'columns with title and field'],
    [{ creditBureau: [{ title: ' ', field: 'bvn' }] }, 'columns with title and field'],
  ])('refuse %j', (layouts, problem) => {
    expect(violation(layouts)).toContain(problem);
  });
});
