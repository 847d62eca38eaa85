import { nestingGuard } from '../../src/common/database/nesting-guard';

nestingGuard.arm();
