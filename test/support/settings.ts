import { UnitOfWork } from '../../src/common/database/unit-of-work';
import { InstitutionSettings } from '../../src/institutions/settings/institution-settings';
import type { TestApp } from './app';

/** Sets configuration keys of the sandbox inside the process, without a request and its approval. */
export async function setSettings(app: TestApp, values: Record<string, string>): Promise<void> {
  const { institutionId } = app;
  const settings = app.app.get(InstitutionSettings, { strict: false });
  await app.app.get(UnitOfWork).run(institutionId, async (tx) => {
    for (const [key, value] of Object.entries(values)) await settings.set(tx, institutionId, key, value, 'system:test');
  });
  settings.forget(institutionId);
}
