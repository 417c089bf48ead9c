/* The very first script: small, so that the texts of this device's language are on their way while the app
 * itself still arrives (the page preloads it; see plugins/preload.ts). */
import './styles/base.css';
import { first_language, text_files } from './lib/language.ts';

void text_files[first_language()]().catch(() => undefined);
void import('./main.ts');
