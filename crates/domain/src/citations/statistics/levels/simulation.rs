//! Simulates how often changes of a level are reported wrongly, and how often real ones are found.
