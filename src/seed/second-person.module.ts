import { Module } from '@nestjs/common';
import { InstitutionsModule } from '../institutions/institutions.module';
import { SecondPersonController } from './second-person.controller';

/** The route of the sandbox's second person. */
@Module({ imports: [InstitutionsModule], controllers: [SecondPersonController] })
export class SecondPersonModule {}
