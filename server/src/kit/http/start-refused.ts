/** The server does not start; the message is one line for the person who starts it. `main` prints it and exits with 1. */
export class StartRefused extends Error {}
