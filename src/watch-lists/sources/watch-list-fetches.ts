import { createHash } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { type Tx, UnitOfWork } from '../../common/database/unit-of-work';
import { type JobHandler, JobHandlers, type RunningJob } from '../../common/jobs/job-handlers';
import { MemberOf } from '../../common/registry/registry';
import { Clock } from '../../common/time/clock';
import { WatchList } from '../desk/watch-list.entity';
import { type ReadListFile, WatchListImports } from '../desk/watch-list-imports';
import { ListFileError } from '../readers/listed-party';
import { readList } from '../readers/read-list';
import { FetchedVersions, SOURCE_ACTOR } from './fetched-versions';
import { type ArrivingFile, DownloadError, type FileMarks } from './file-download';
import { ListDownloads } from './list-downloads';
import { type SourceFailure, WatchListSource } from './watch-list-source.entity';
import { FETCH_JOB, lockSource, WatchListSources } from './watch-list-sources';

const HOUR_MS = 3_600_000;
/** A fetch that failed is repeated after so long, or after the hours of the source where they are fewer. */
const RETRY_AFTER_HOURS = 1;
/** Staff see at most so many refused lines of a file. */
const PROBLEMS_MAX = 5;
const WORDS_MAX = 1_000;

/** A fetch under way. */
interface Fetch {
  list: WatchList;
  source: WatchListSource;
}

/** How a fetch ended, as the source keeps it. */
type Ended = Pick<WatchListSource, 'outcome' | 'errorCode' | 'error'> & Partial<FileMarks>;

/**
 * Fetches watch-lists from their sources when they are due (docs/api/watch-lists.md#sources). What is read becomes a
 * version as a sent file does; whatever fails leaves the active version as it is. A fetch that staff or a restart have
 * overtaken changes nothing any more.
 */
@Injectable()
@MemberOf(JobHandlers)
export class WatchListFetches implements JobHandler {
  readonly kind = FETCH_JOB;
  readonly lane = 'downloads';
  readonly inInstitutionTime = true;
  private readonly logger = new Logger(WatchListFetches.name);

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly downloads: ListDownloads,
    private readonly imports: WatchListImports,
    private readonly versions: FetchedVersions,
    private readonly sources: WatchListSources,
  ) {}

  async run({ institutionId, id, payload }: RunningJob): Promise<void> {
    const fetch = await this.unitOfWork.run(institutionId, (tx) =>
      this.begin(tx, { institutionId, jobId: id, listId: Number(payload.listId) }),
    );
    if (!fetch) return;
    try {
      await this.fetch(fetch);
    } catch (error) {
      // Another process runs the job again, which is no failure of the source.
      if (this.downloads.haveStopped) throw error;
      const { code, words } = failureOf(error);
      const facts = { institutionId, listId: fetch.list.id, code };
      if (code === 'IMPORT_FAILED') this.logger.error({ ...facts, err: error as Error }, 'A list was not stored.');
      else this.logger.warn(facts, 'A list was not fetched.');
      await this.unitOfWork.run(institutionId, (tx) =>
        this.end(tx, fetch, { outcome: 'failed', errorCode: code, error: words }),
      );
    }
  }

  /** @returns undefined where another job is the one that fetches next */
  private async begin(
    tx: Tx,
    { institutionId, listId, jobId }: { institutionId: number; listId: number; jobId: number },
  ): Promise<Fetch | undefined> {
    const source = await lockSource(tx, { institutionId, id: listId });
    if (source?.jobId !== jobId) return undefined;
    const startedAt = this.clock.institutionNow(institutionId);
    await tx.update(WatchListSource, { institutionId, id: source.id }, { startedAt });
    return {
      list: await tx.findOneByOrFail(WatchList, { institutionId, id: listId }),
      source: { ...source, startedAt },
    };
  }

  /** @throws DownloadError, ListFileError, and errors of the database */
  private async fetch(fetch: Fetch): Promise<void> {
    const { list, source } = fetch;
    const { institutionId } = list;
    const arriving = await this.downloads.fetch(source.url, source);
    const versionId = arriving && (await this.keep(fetch, await readArriving(list, source, arriving)));
    await this.unitOfWork.run(institutionId, async (tx) => {
      await this.versions.lockChanges(tx, institutionId);
      if (!(await this.isCurrent(tx, fetch))) return;
      const outcome = await this.versions.offer(tx, list, versionId);
      const { etag, lastModified } = arriving ?? source;
      await this.end(tx, fetch, { outcome, errorCode: null, error: null, etag, lastModified });
    });
  }

  /** @returns the id of the version; undefined where the fetch was overtaken */
  private async keep(fetch: Fetch, file: ReadListFile): Promise<number | undefined> {
    const { institutionId, code } = fetch.list;
    return this.unitOfWork.run(institutionId, async (tx) => {
      if (!(await this.isCurrent(tx, fetch))) return undefined;
      return (await this.imports.keep(tx, { institutionId, actor: SOURCE_ACTOR }, code, file)).version.id;
    });
  }

  /** False where the source was changed or removed, or another fetch has begun. Locks the list before the source. */
  private async isCurrent(tx: Tx, { list, source }: Fetch): Promise<boolean> {
    const { institutionId, id } = list;
    await tx.findOneOrFail(WatchList, { where: { institutionId, id }, lock: { mode: 'for_no_key_update' } });
    const present = await lockSource(tx, list);
    return present?.id === source.id && present.startedAt?.getTime() === source.startedAt?.getTime();
  }

  /** Stores how the fetch ended, and plans the next one. */
  private async end(tx: Tx, fetch: Fetch, ended: Ended): Promise<void> {
    if (!(await this.isCurrent(tx, fetch))) return;
    const { institutionId, id } = fetch.source;
    const source = await tx.findOneByOrFail(WatchListSource, { institutionId, id });
    const now = this.clock.institutionNow(institutionId);
    const hasFailed = ended.outcome === 'failed';
    await tx.update(
      WatchListSource,
      { institutionId, id },
      {
        ...{ ...ended, startedAt: null, lastAttemptAt: now },
        ...(hasFailed ? { failures: source.failures + 1 } : { failures: 0, lastGoodAt: now }),
      },
    );
    const hours = hasFailed ? Math.min(RETRY_AFTER_HOURS, source.everyHours) : source.everyHours;
    await this.sources.plan(tx, source, new Date(now.getTime() + hours * HOUR_MS));
  }
}

/** Reads the list while it arrives. @throws DownloadError, ListFileError */
async function readArriving(
  { code, format }: WatchList,
  { url: sourceUrl }: WatchListSource,
  { content }: ArrivingFile,
): Promise<ReadListFile> {
  const hash = createHash('sha256');
  async function* hashed(): AsyncGenerator<Uint8Array> {
    for await (const piece of content) {
      hash.update(piece);
      yield piece;
    }
  }
  const parties = await readList(format, hashed());
  const fileName = /[\w-][\w.-]{0,119}$/.exec(new URL(sourceUrl).pathname)?.[0];
  return {
    ...{ fileName: fileName ?? `${code}.${format.endsWith('csv') ? 'csv' : 'xml'}`, sourceUrl, parties },
    sha256: hash.digest('hex'),
  };
}

function failureOf(error: unknown): { code: SourceFailure; words: string } {
  if (error instanceof DownloadError) return { code: error.code, words: error.message };
  if (!(error instanceof ListFileError))
    return { code: 'IMPORT_FAILED', words: 'The list was fetched and could not be stored.' };
  const problems = error.problems.slice(0, PROBLEMS_MAX).map(({ line, reason }) => `Line ${line}: ${reason}`);
  return { code: 'FILE_REFUSED', words: problems.join(' ').slice(0, WORDS_MAX) };
}
