/* The first script of the second bundle: what these engines lack comes before the app. So this file imports nothing
 * that the app has too, and asks for the app by its address. */
import './old/language.ts';
import './old/page.ts';

const app = document.createElement('script');
app.type = 'module';
app.src = '/old-app.js';
/* It did not come: as in boot.ts. */
app.onerror = () => setTimeout(() => location.reload(), 5000);
document.head.appendChild(app);
