import { nestingGuard } from '../../src/common/database/nesting-guard';
import { PostingBatch } from '../../src/ledger/engine/posting-batch';
import type { PostingRequest } from '../../src/ledger/engine/posting-request';

nestingGuard.arm();

const CLONES_REQUESTS = Symbol.for('corebank.test.clones-requests');
const guarded = PostingBatch.prototype as PostingBatch & { [CLONES_REQUESTS]?: true };

// Every posting request of every suite is decided from a structured clone: a request that is not plain data fails
// there. Suites of a worker may share the class, which is guarded once.
if (!guarded[CLONES_REQUESTS]) {
  const { decide } = guarded;
  guarded.decide = function (request: PostingRequest) {
    return decide.call(this, structuredClone(request));
  };
  guarded[CLONES_REQUESTS] = true;
}
