import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Agent } from 'undici';
import { AppConfig } from '../../common/config/app-config';
import { allowedTargets } from '../../common/gateway/allowed-targets';
import { allowedUrls } from '../../common/gateway/allowed-urls';
import { guardedConnector } from '../../common/gateway/guarded-connector';
import { type ArrivingFile, download, type DownloadLimits, type FileMarks } from './file-download';

const CONNECT_TIMEOUT_MS = 10_000;

/** The largest published list has about 120 MB. */
const LIMITS: DownloadLimits = { totalMs: 300_000, silentMs: 30_000, sizeBytes: 268_435_456, redirects: 5 };

/**
 * Fetches files of lists: limited in time and size, by https from public addresses and from the private ones that the
 * operator allows. The very address of each connection is checked, also after a redirect.
 */
@Injectable()
export class ListDownloads implements OnModuleDestroy {
  /** Lowered by tests. */
  limits = LIMITS;
  readonly isAllowed: (url: string) => boolean;
  private isStopped = false;
  private readonly agent: Agent;

  constructor(config: AppConfig) {
    const ranges = config.watchListPrivateAddresses;
    this.isAllowed = allowedUrls(ranges);
    this.agent = new Agent({
      connections: 2,
      pipelining: 1,
      connect: guardedConnector({
        allowPrivateAddresses: false,
        timeoutMs: CONNECT_TIMEOUT_MS,
        ...(ranges.length > 0 ? { isAllowedPrivate: allowedTargets(ranges) } : {}),
      }),
    });
  }

  /** @returns undefined where the file has not changed. @throws DownloadError, also while the content is read */
  fetch(url: string, marks: FileMarks): Promise<ArrivingFile | undefined> {
    return download(url, marks, { dispatcher: this.agent, isAllowed: this.isAllowed, limits: this.limits });
  }

  /** True when downloads break off because the process stops. */
  get haveStopped(): boolean {
    return this.isStopped;
  }

  /** Before the process waits for its jobs: a download may last longer than it may take to stop. */
  async onModuleDestroy(): Promise<void> {
    this.isStopped = true;
    await this.agent.destroy();
  }
}
