import { ImportProgress } from './import-progress';

it('the progress of an import shows a bar, a rate and the time left', () => {
  let nowMs = 1000;
  const shown: string[] = [];
  const progress = new ImportProgress(
    (text) => shown.push(text),
    () => nowMs,
  );
  progress.begin('accounts', 400);
  nowMs += 2000;
  progress.add(100);
  expect(shown.at(-1)).toContain('accounts: [######..................] 100 of 400, 50/s, 6 s left');
});
