import { readinessItems } from './readiness-items';

const names = (items: ReturnType<typeof readinessItems>): string[] =>
  items.map(({ level, name }) => `${level} ${name}`);

describe('the readiness for an end of day', () => {
  it.each([
    ['nothing is due after a closed day', 0, 'Completed', false, ['blocks nothing-due']],
    ['nothing is due before the first closing', 0, null, false, ['blocks nothing-due']],
    ['a day is due', 1, 'Completed', false, []],
    ['a closing runs', 1, 'Running', true, ['blocks running']],
    ['a closing has lost its job, and is resumed', 0, 'Running', false, []],
    ['a closing stopped, and is resumed also when no day is due', 0, 'Stopped', false, ['warns last-run-stopped']],
  ] as const)('when %s', (_name, daysDue, status, isWorkedOn, expected) => {
    expect(names(readinessItems(daysDue, { status, isWorkedOn }, {}))).toEqual(expected);
  });

  it.each([
    ['a day is due', 1, 'Completed', ['blocks blocked']],
    ['no day is due', 0, 'Completed', ['blocks nothing-due']],
    ['a closing that began before is resumed', 1, 'Stopped', ['warns last-run-stopped']],
  ] as const)('when something keeps the business date, and %s', (_name, daysDue, status, expected) => {
    const items = readinessItems(daysDue, { status, isWorkedOn: false }, {}, 'Import 7 is half loaded.');
    expect(names(items)).toEqual(expected);
  });

  it('shows what is open after what blocks, and leaves out what is not', () => {
    const counts = { 'open-holds': 2, 'dead-letters': 0, 'tills-not-counted': 1 };
    const items = readinessItems(0, { status: 'Completed', isWorkedOn: false }, counts);
    expect(names(items)).toEqual(['blocks nothing-due', 'warns open-holds', 'warns tills-not-counted']);
    expect(items[1]).toMatchObject({ count: 2, link: 'aml-holds' });
  });
});
