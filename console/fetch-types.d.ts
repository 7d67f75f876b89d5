/** The client streams bodies outside of browsers; the types of the DOM lack the option for it. */
interface RequestInit {
  duplex?: 'half';
}
