import { Module } from '@nestjs/common';
import { GeographyController } from './geography.controller';

/** Countries, regions and cities. */
@Module({ controllers: [GeographyController] })
export class GeographyModule {}
