/** The option with which the client streams bodies outside of browsers. The types of the DOM lack it. */
interface RequestInit {
  duplex?: 'half';
}
