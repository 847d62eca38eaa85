import { ApiProperty } from '@nestjs/swagger';
import { IsNotEmpty, IsString, Matches, MaxLength } from 'class-validator';
import { IsFileName } from './document-rules';
import { LOGO_SIZE_MAX_BYTES } from './logo-image';

/** Characters of base64url for the largest logo. */
const CONTENT_LENGTH_MAX = Math.ceil(LOGO_SIZE_MAX_BYTES / 3) * 4;
const CONTENT_PATTERN = /^[A-Za-z0-9_-]+={0,2}$/;

/** The image of a letterhead. */
export class SetLogoBody {
  /**
   * File name without a folder.
   * @example logo.png
   */
  @IsFileName()
  fileName!: string;

  /**
   * The image in base64url (RFC 4648, section 5) without line breaks: a PNG of 8 bits without interlacing or a JPEG in
   * grey or RGB, at most 200,000 bytes and 1,200 pixels on each side.
   * @example iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGOQt4oHAAE0ALmPgfRgAAAAAElFTkSuQmCC
   */
  @IsString()
  @IsNotEmpty()
  @MaxLength(CONTENT_LENGTH_MAX)
  @Matches(CONTENT_PATTERN, { message: 'content must be base64url without line breaks' })
  @ApiProperty({ pattern: CONTENT_PATTERN.source })
  content!: string;
}

/** The result of taking the logo off the letterhead. */
export class RemovedLogoView {
  /**
   * False when there was none.
   * @example true
   */
  removed!: boolean;
}
