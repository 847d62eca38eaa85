import { Module } from '@nestjs/common';
import { Documents } from './documents';

/** Files that belong to other modules' records. */
@Module({
  providers: [Documents],
  exports: [Documents],
})
export class DocumentsModule {}
