import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiProcesses } from './api-processes';
import type { Bank } from './bank';
import type { Finding } from './fates';
import type { History } from './history';
import { askOldPrimary } from './old-primary';
import type { Plan } from './plan';
import type { ReplicatedPostgres } from './replicated-postgres';
import { upgrade } from './upgrade';

export interface Site {
  plan: Plan;
  api: ApiProcesses;
  /** The environment of the API. */
  env: Record<string, string>;
  bank: Bank;
  /** Folder of the present program. */
  program: string;
  /** Whether the processes run an earlier release at first. */
  isOutdated: boolean;
  /** Undefined where no server has a standby. */
  postgres: ReplicatedPostgres | undefined;
  logFile: string;
  history: History;
  say: (line: string) => void;
  /** Called once all processes run the present program. */
  onUpgraded: () => Promise<void>;
}

/** The people who run the bank: they upgrade it and promote its standby, while load and faults go on. */
export class Operators {
  upgrades = 0;
  promotions = 0;
  private isOutdated: boolean;
  private readonly oldPrimaries: Finding = {
    check: 'a lost primary that comes back acknowledges nothing',
    looked: 0,
    violations: [],
  };

  constructor(private readonly site: Site) {
    this.isOutdated = site.isOutdated;
  }

  /** Does everything that is planned. @returns what was found when lost primaries came back */
  async work(): Promise<Finding[]> {
    const { postgres } = this.site;
    await Promise.all([this.upgrade(), postgres && this.promoteInTime(postgres)]);
    return this.oldPrimaries.looked === 0 ? [] : [this.oldPrimaries];
  }

  private async upgrade(): Promise<void> {
    const { plan, history, onUpgraded } = this.site;
    if (!this.isOutdated) return;
    await sleep(plan.upgradeAtMs);
    await upgrade({
      ...this.site,
      processes: this.site.bank.urls.length,
      sideBySideMs: plan.sideBySideMs,
      onStop: (process, pid) =>
        history.write({ type: 'fault', at: Date.now(), fault: 'replace-api', details: { process, pid } }),
    });
    await onUpgraded();
    this.isOutdated = false;
    this.upgrades += 1;
  }

  private async promoteInTime(postgres: ReplicatedPostgres): Promise<void> {
    const startedAt = performance.now();
    for (const atMs of this.site.plan.promotionsAtMs) {
      await sleep(Math.max(0, startedAt + atMs - performance.now()));
      await this.promote(postgres);
    }
  }

  private async promote(postgres: ReplicatedPostgres): Promise<void> {
    const { history, say, env, bank, program, logFile } = this.site;
    // A release that has been replaced is not asked what it would do.
    const isOutdated = this.isOutdated;
    const at = Date.now();
    const lost = await postgres.promote();
    history.write({ type: 'fault', at, fault: 'promote', details: { tookMs: Date.now() - at } });
    this.promotions += 1;
    say(`promotion ${this.promotions}: the standby is the primary after ${Date.now() - at} ms`);
    try {
      await postgres.giveStandby();
      say('the new primary has a standby');
      if (isOutdated) return;
      const name = `OLD-${this.promotions}`;
      const { asked, acknowledged } = await askOldPrimary({ cluster: lost, program, env, bank, logFile, name });
      this.oldPrimaries.looked += asked;
      this.oldPrimaries.violations.push(...acknowledged);
    } finally {
      await lost.remove();
    }
  }
}
