import type { AppConfig } from '../../common/config/app-config';
import { UploadSlots } from './upload-slots';

const busy = expect.objectContaining({ code: 'SERVICE_UNAVAILABLE', httpStatus: 503 });

/** Starts an upload that lasts until the test ends it. */
function start(slots: UploadSlots, institutionId: number): { end: () => void; done: Promise<void> } {
  let end = (): void => undefined;
  const done = slots.run(institutionId, () => new Promise<void>((resolve) => (end = resolve)));
  return { end: () => end(), done };
}

describe('UploadSlots', () => {
  it('has the configured number of slots, three quarters of them for one institution', async () => {
    const slots = new UploadSlots({ documentUploadsMax: 4 } as AppConfig);
    const running = [start(slots, 1), start(slots, 1), start(slots, 1)];
    await expect(slots.run(1, async () => 'ran')).rejects.toEqual(busy);
    running.push(start(slots, 2));
    await expect(slots.run(2, async () => 'ran')).rejects.toEqual(busy);
    running[0]!.end();
    await running[0]!.done;
    await expect(slots.run(1, async () => 'ran')).resolves.toBe('ran');
    for (const { end } of running) end();
    await Promise.all(running.map(({ done }) => done));
  });

  it('frees the slot when an upload fails', async () => {
    const slots = new UploadSlots({ documentUploadsMax: 1 } as AppConfig);
    await expect(slots.run(1, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    await expect(slots.run(1, async () => 'ran')).resolves.toBe('ran');
  });
});
