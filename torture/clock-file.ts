import * as fs from 'node:fs';

const DAY_MS = 86_400_000;

/** Sets the API's clock: as many days back as there are to come, and off by the last jump. */
export function setClock(file: string, { daysLeft, jumpMs }: { daysLeft: number; jumpMs: number }): void {
  fs.writeFileSync(file, String(jumpMs - daysLeft * DAY_MS));
}
