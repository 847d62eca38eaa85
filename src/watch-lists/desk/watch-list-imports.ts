import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { type AuditAuthor, AuditLog } from '../../common/audit/audit-log';
import { IdAllocator } from '../../common/database/id-allocator';
import { extraRow, insertRows } from '../../common/database/insert-rows';
import type { Tx } from '../../common/database/unit-of-work';
import { Outcome } from '../../common/http/outcome';
import type { WriteRequest } from '../../common/http/write-request';
import { IdempotentWrites } from '../../common/idempotency/idempotent-writes';
import { IdentityNumbers } from '../../common/identity/identity-numbers';
import { Clock } from '../../common/time/clock';
import type { ReceivedFiles } from '../../documents/received-files';
import { deltaOf, partyDigest } from '../readers/list-delta';
import { type ListedParty, ListFileError } from '../readers/listed-party';
import { type ListFormat, readList } from '../readers/read-list';
import { WatchList } from './watch-list.entity';
import { WatchListEntry } from './watch-list-entry.entity';
import { latestVersionOf, lockList, requireList } from './watch-list-rows';
import { WatchListVersion } from './watch-list-version.entity';
import { watchListVersionView } from './watch-list-views';
import type { ImportWatchListBody } from './watch-lists.dto';
import { watchListsErrors } from './watch-lists.errors';

const PIECE_BYTES = 64 * 1024;
/** Rows of one statement. */
const CHUNK_ROWS = 1_000;
/** A refusal names so many problems. */
const PROBLEMS_MAX = 50;

/** A party with the digest that tells whether it changed. */
interface DigestedParty {
  party: ListedParty;
  digest: string;
}

/** A whole list with the file that it was read from. */
export interface ReadListFile {
  fileName: string;
  sha256: string;
  /** Null for a file that staff sent. */
  sourceUrl: string | null;
  parties: ListedParty[];
}

/** The version of a file. */
export interface KeptVersion {
  version: WatchListVersion;
  /** True where the latest version has this very file. */
  importedBefore: boolean;
}

/** Files of watch-lists that become versions, whole or not at all (docs/api/watch-lists.md#versions). */
@Injectable()
export class WatchListImports {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly ids: IdAllocator,
    private readonly clock: Clock,
    private readonly identity: IdentityNumbers,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Imports a file as the next version, which is not in use before its activation. The file of the latest version a
   * second time changes nothing.
   * @param body its content is the SHA-256 of the file, which is in `files`
   * @throws WATCH_LIST_NOT_FOUND (404), WATCH_LIST_FILE_REFUSED (422)
   */
  import(write: WriteRequest, code: string, body: ImportWatchListBody, files: ReceivedFiles): Promise<Outcome> {
    const { institutionId } = write;
    const [file] = files.of([body]);
    return this.writes.run(write, { code, ...body }, async (tx) => {
      const { format } = await requireList(tx, institutionId, code);
      // The file is read before the lock: reading takes the longest.
      const parties = await partiesOf(format, file!);
      const { fileName, content: sha256 } = body;
      const { version, importedBefore } = await this.keep(tx, write, code, {
        ...{ fileName, sha256, sourceUrl: null, parties },
      });
      return Outcome.done({ ...watchListVersionView(version), importedBefore });
    });
  }

  /**
   * Keeps a list that was read as the next version; that of the latest version a second time changes nothing.
   * @throws WATCH_LIST_NOT_FOUND (404)
   */
  async keep(tx: Tx, author: AuditAuthor, code: string, file: ReadListFile): Promise<KeptVersion> {
    const { institutionId } = author;
    const list = await lockList(tx, institutionId, code);
    const latest = await latestVersionOf(tx, list);
    if (latest?.sha256 === file.sha256) return { version: latest, importedBefore: true };
    const version = await this.store(tx, author, list, file);
    await this.audit.record(tx, author, { action: 'watch-list.import', subject: `watch-list:${code}` });
    return { version, importedBefore: false };
  }

  private async store(
    tx: Tx,
    { institutionId, actor }: AuditAuthor,
    list: WatchList,
    { fileName, sha256, sourceUrl, parties }: ReadListFile,
  ): Promise<WatchListVersion> {
    const digested = parties.map((party) => ({ party, digest: this.digestOf(institutionId, party) }));
    const next = new Map(digested.map(({ party, digest }) => [party.reference, digest]));
    const { added, changed, removed } = deltaOf(await presentDigests(tx, list), next);
    const version: WatchListVersion = {
      ...{ institutionId, id: await this.ids.next(), listId: list.id, version: list.latestVersion + 1 },
      ...{ status: 'imported', fileName, sourceUrl, sha256, entryCount: parties.length },
      ...{ addedCount: added.length, changedCount: changed.length, removedCount: removed.length },
      ...{ importedBy: actor, importedAt: this.clock.institutionNow(institutionId), activatedAt: null },
    };
    await tx.insert(WatchListVersion, version);
    for (let at = 0; at < digested.length; at += CHUNK_ROWS)
      await this.storeEntries(tx, version, digested.slice(at, at + CHUNK_ROWS));
    await tx.update(WatchList, { institutionId, id: list.id }, { latestVersion: version.version });
    return version;
  }

  private async storeEntries(
    tx: Tx,
    { institutionId, id: versionId }: WatchListVersion,
    parties: DigestedParty[],
  ): Promise<void> {
    const ids = await this.ids.block(parties.length);
    const rows = parties.map(({ party: { reference, type, name, ...rest }, digest }) =>
      extraRow(WatchListEntry, {
        ...{ institutionId, id: ids.next(), versionId, reference, type, name, digest },
        content: this.identity.sealDocument(institutionId, rest),
      }),
    );
    await insertRows(tx, rows);
  }

  /** Indexes stand for the numbers, which could be guessed from a digest. */
  private digestOf(institutionId: number, party: ListedParty): string {
    const { bvn, nin } = party;
    return partyDigest({
      ...party,
      bvn: bvn && this.identity.index(institutionId, 'bvn', bvn),
      nin: nin && this.identity.index(institutionId, 'nin', nin),
    });
  }
}

/** Digests of the entries of the active version by their number. */
async function presentDigests(tx: Tx, { institutionId, activeVersionId }: WatchList): Promise<Map<string, string>> {
  if (activeVersionId === null) return new Map();
  const rows: { reference: string; digest: string }[] = await tx.query(
    `SELECT reference, encode(digest, 'hex') AS digest FROM watch_list_entry
      WHERE institution_id = $1 AND version_id = $2`,
    [institutionId, activeVersionId],
  );
  return new Map(rows.map(({ reference, digest }) => [reference, digest]));
}

/** @throws WATCH_LIST_FILE_REFUSED (422) with the lines and reasons */
async function partiesOf(format: ListFormat, file: Buffer): Promise<ListedParty[]> {
  try {
    return await readList(format, Readable.from(piecesOf(file)));
  } catch (error) {
    if (!(error instanceof ListFileError)) throw error;
    throw watchListsErrors.WATCH_LIST_FILE_REFUSED(undefined, { problems: error.problems.slice(0, PROBLEMS_MAX) });
  }
}

/** The file in pieces, between which other requests are served. */
function* piecesOf(file: Buffer): Generator<Buffer> {
  for (let at = 0; at < file.length; at += PIECE_BYTES) yield file.subarray(at, at + PIECE_BYTES);
}
