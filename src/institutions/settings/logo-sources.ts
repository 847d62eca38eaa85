import { Injectable } from '@nestjs/common';
import { Registry } from '../../common/registry/registry';

/** The module that keeps the logos of institutions. */
export interface LogoSource {
  readonly name: string;
  /** The checked PNG or JPEG of an institution; undefined without one. Opens read transactions of its own. */
  logoOf(institutionId: number): Promise<Buffer | undefined>;
}

/** The logos of letterheads, which `documents` keeps: the providers with `@MemberOf(LogoSources)`. */
@Injectable()
export class LogoSources extends Registry<LogoSource> {
  /** The logo of an institution; undefined without one. */
  async of(institutionId: number): Promise<Buffer | undefined> {
    for (const source of this.all()) {
      const logo = await source.logoOf(institutionId);
      if (logo) return logo;
    }
    return undefined;
  }

  protected override nameOf({ name }: LogoSource): string {
    return name;
  }
}
