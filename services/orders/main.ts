/** The api and the worker of the orders service in one process, which takes less memory than two. */
import './api.ts';
import './worker.ts';
